/**
 * Wraps a body so that a function runs when the body is closed.
 *
 * @param onClosed runs once: when the body has ended, has failed or was cancelled.
 */
export function runWhenClosed(body: ReadableStream<Uint8Array>, onClosed: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  // Also settles when the connection is lost while nothing reads the body. A `TransformStream` would not report a cancelled body on Node 20.
  reader.closed.then(onClosed, onClosed)
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
