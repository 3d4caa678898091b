// What functions tell of their source: user code sees its own functions as it wrote them, those of the program like native ones.
const written = Object.getOwnPropertyDescriptor(Function.prototype, 'toString')?.value as (this: unknown) => string;
let ownText = '';

/** The text of the code that runs: its functions are shown as they are written there. */
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
