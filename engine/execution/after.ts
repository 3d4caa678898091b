// Values that are mostly there at once, and now and then only promised: a promise costs a turn that most nodes need not pay.

/** What `use` makes of the value: at once when it is there, else when it comes. */
export function after<T, R>(value: T | Promise<T>, use: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(use) : use(value);
}
