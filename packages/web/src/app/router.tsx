import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router"
import { HomePage } from "../pages/home/home-page.tsx"
import { ErrorPage } from "./error-page.tsx"
import { NotFoundPage } from "./not-found-page.tsx"
import { BASE_PATH } from "./root-url.ts"
import { jobsAddressOf, librariesAddressOf, libraryAddressOf, pathAfterSignIn } from "./search-parameters.ts"
import { Shell } from "./shell.tsx"

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage })
const getParentRoute = () => rootRoute

const home = createRoute({ getParentRoute, path: "/", component: HomePage })
const signIn = createRoute({
  getParentRoute,
  path: "/sign-in",
  validateSearch: pathAfterSignIn,
  component: lazyRouteComponent(() => import("../pages/sign-in/sign-in-page.tsx"), "SignInPage"),
})
const invitation = createRoute({
  getParentRoute,
  path: "/invitation",
  component: lazyRouteComponent(() => import("../pages/sign-in/invitation-page.tsx"), "InvitationPage"),
})
const signUp = createRoute({
  getParentRoute,
  path: "/sign-up",
  component: lazyRouteComponent(() => import("../pages/sign-in/sign-up-page.tsx"), "SignUpPage"),
})
const libraries = createRoute({
  getParentRoute,
  path: "/libraries",
  validateSearch: librariesAddressOf,
  component: lazyRouteComponent(() => import("../pages/libraries/libraries-page.tsx"), "LibrariesPage"),
})
const library = createRoute({
  getParentRoute,
  path: "/libraries/$owner/$repo",
  validateSearch: libraryAddressOf,
  component: lazyRouteComponent(() => import("../pages/library/library-page.tsx"), "LibraryPage"),
})
const add = createRoute({
  getParentRoute,
  path: "/add",
  component: lazyRouteComponent(() => import("../pages/add/add-page.tsx"), "AddPage"),
})
const start = createRoute({
  getParentRoute,
  path: "/start",
  component: lazyRouteComponent(() => import("../pages/start/start-page.tsx"), "StartPage"),
})
const jobs = createRoute({
  getParentRoute,
  path: "/jobs",
  validateSearch: jobsAddressOf,
  component: lazyRouteComponent(() => import("../pages/jobs/jobs-page.tsx"), "JobsPage"),
})
const settings = createRoute({
  getParentRoute,
  path: "/settings",
  component: lazyRouteComponent(() => import("../pages/settings/settings-page.tsx"), "SettingsPage"),
})
const adminStart = createRoute({
  getParentRoute,
  path: "/admin",
  beforeLoad: () => {
    redirect({ to: "/admin/$section", params: { section: "team" }, throw: true })
  },
})
const admin = createRoute({
  getParentRoute,
  path: "/admin/$section",
  component: lazyRouteComponent(() => import("../pages/admin/admin-page.tsx"), "AdminPage"),
})
const components = createRoute({
  getParentRoute,
  path: "/components",
  component: lazyRouteComponent(() => import("../pages/components/components-page.tsx"), "ComponentsPage"),
})
const connect = createRoute({
  getParentRoute,
  path: "/connect",
  component: lazyRouteComponent(() => import("../pages/connect/connect-page.tsx"), "ConnectPage"),
})

/** The pages of the dashboard. The server serves the same paths (`DASHBOARD_PATHS`). */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    home,
    signIn,
    signUp,
    invitation,
    libraries,
    library,
    add,
    start,
    jobs,
    connect,
    settings,
    adminStart,
    admin,
    components,
  ]),
  basepath: BASE_PATH === "" ? "/" : BASE_PATH,
  defaultPreload: "intent",
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
})

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
}
