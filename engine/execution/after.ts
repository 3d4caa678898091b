// Values that are mostly there at once, and now and then only promised: a promise costs a turn that most nodes need not pay.

/** Applies `use` to a value: immediately, or once its promise resolves. */
export function after<T, R>(value: T | Promise<T>, use: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(use) : use(value);
}
