// Applies functions to values that are rarely promises: awaiting costs a turn of the event loop, which most nodes need not pay.

/** Applies `use` to a value: immediately, or once its promise resolves. */
export function after<T, R>(value: T | Promise<T>, use: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(use) : use(value);
}
