// Source text of functions: user code sees its own functions as written, and functions of the program as native code.
const written = Object.getOwnPropertyDescriptor(Function.prototype, 'toString')?.value as (this: unknown) => string;
let ownText = '';

/** Sets the user code that runs; the source of its functions is shown. */
export function showSourcesOf(text: string): void {
  ownText = text;
}

function shownSource(this: unknown): string {
  const text = Reflect.apply(written, this, []);
  if (ownText.includes(text) || text.endsWith('{ [native code] }')) return text;
  const { name } = this as { readonly name?: unknown };
  return `function ${typeof name === 'string' ? name : ''}() { [native code] }`;
}

// Before the realm is hardened, which keeps what is there.
// oxlint-disable-next-line no-extend-native -- that is the purpose of this file
Object.defineProperty(Function.prototype, 'toString', { value: shownSource, writable: true, configurable: true });
