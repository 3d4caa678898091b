// Applies functions to values that are rarely promises. Awaiting would cost each node a turn of the event loop.

/** Applies `use` to a value: immediately, or once its promise resolves. */
export function after<T, R>(value: T | Promise<T>, use: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(use) : use(value);
}
