// Source text of functions: user code sees the source of its own functions, and `[native code]` for functions of the program.
const written = Object.getOwnPropertyDescriptor(Function.prototype, 'toString')?.value as (this: unknown) => string;
let ownText = '';

/** Sets the current user code, whose functions have visible source. */
export function showSourcesOf(text: string): void {
  ownText = text;
}

function shownSource(this: unknown): string {
  const text = Reflect.apply(written, this, []);
  if (ownText.includes(text) || text.endsWith('{ [native code] }')) return text;
  const { name } = this as { readonly name?: unknown };
  return `function ${typeof name === 'string' ? name : ''}() { [native code] }`;
}

// Before the realm is hardened, which preserves this method.
// oxlint-disable-next-line no-extend-native -- that is the purpose of this file
Object.defineProperty(Function.prototype, 'toString', { value: shownSource, writable: true, configurable: true });
