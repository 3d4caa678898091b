// Adapter of one function of the corpus: the module to load, and the corpus's names for this product's errors.

export interface Adapter {
  /** Returns the subject of the fact: the function, the class to construct, or the object to read from. */
  readonly load: () => unknown;
  /** The corpus's class name for this function's error. */
  readonly errorClass?: string;
}

export type Adapters = Readonly<Record<string, Adapter>>;

/** An adapter for a function that takes the corpus's arguments. */
export function fn(call: (...args: never[]) => unknown, errorClass?: string): Adapter {
  return { load: () => call, ...(errorClass === undefined ? {} : { errorClass }) };
}

/** An adapter whose module is loaded with the first fact that needs it. */
export function lazy<Module>(load: () => Promise<Module>, pick: (module: Module) => unknown, errorClass?: string): Adapter {
  return { load: async () => pick(await load()), ...(errorClass === undefined ? {} : { errorClass }) };
}
