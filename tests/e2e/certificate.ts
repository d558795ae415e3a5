/** A self-signed certificate for `localhost`, valid for a hundred years. Nothing trusts it by default. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUZj7i3wpy++gXP/1wbZKs9INZMAEwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTIzMDQwMloYDzIxMjYxMDI4
MjMwNDAyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAScSlJpb0LIMth/6Kd9NTSw/qE3OEX4TaCz5Sja554WisemzQFhGNKN
I5sWfqZk6kOLpoR85fbWJL17xLquJDRNo28wbTAdBgNVHQ4EFgQUFni0kemv3emq
jrdFiPn8pTFliGMwHwYDVR0jBBgwFoAUFni0kemv3emqjrdFiPn8pTFliGMwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAPw2K0PBwFI7gZE0r4GIzzFVE+OiyP799BiLp1GC49oJAiEA
wR0TnXNmNLoGg6BDP1dP+rVBtfxl8gMLymvdHaSZ4FM=
-----END CERTIFICATE-----
`

/** The private key of that certificate, which is used only by the servers of these tests. */
export const CERTIFICATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgyAms/H2nJs28b39p
zcgWK7hadcW6rkKgu6ByYIdcUtehRANCAAScSlJpb0LIMth/6Kd9NTSw/qE3OEX4
TaCz5Sja554WisemzQFhGNKNI5sWfqZk6kOLpoR85fbWJL17xLquJDRN
-----END PRIVATE KEY-----
`
