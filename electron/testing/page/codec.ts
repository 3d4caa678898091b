// Carries values between the application and a page as text. What structured clone rejects is rejected, as in Electron.

export interface Codec {
  /** Throws if the value cannot be cloned. */
  pack(value: unknown): string;
  unpack(text: string): unknown;
}

interface Tagged {
  readonly $: string;
  readonly v: unknown;
  /** Class of a binary value. */
  readonly k?: string;
}

/** Uses nothing outside of itself: its source is run in pages too. */
export function createCodec(): Codec {
  const errors: Readonly<Record<string, ErrorConstructor>> = { TypeError, RangeError, SyntaxError, EvalError, ReferenceError, URIError };

  const toBase64 = (bytes: Uint8Array): string => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
  };
  const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0);

  const encodeFields = (value: object): Record<string, unknown> =>
    Object.fromEntries(Object.entries(value).map(([key, field]) => [key, encode(field)]));

  const encodeBinary = (value: ArrayBuffer | ArrayBufferView): Tagged => {
    if (value instanceof ArrayBuffer) return { $: 'b', k: 'ArrayBuffer', v: toBase64(new Uint8Array(value)) };
    const k = value.constructor.name === 'Buffer' ? 'Uint8Array' : value.constructor.name;
    return { $: 'b', k, v: toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) };
  };

  const encodeObject = (value: object): unknown => {
    if (Array.isArray(value)) return value.map(encode);
    if (value instanceof Date) return { $: 'd', v: value.getTime() };
    if (value instanceof RegExp) return { $: 'r', v: [value.source, value.flags] };
    if (value instanceof Map) return { $: 'm', v: [...value].map(([key, item]) => [encode(key), encode(item)]) };
    if (value instanceof Set) return { $: 's', v: [...value].map(encode) };
    if (value instanceof Error) return { $: 'e', v: [value.name, value.message, value.stack] };
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return encodeBinary(value);
    const fields = encodeFields(value);
    return '$' in fields ? { $: 'o', v: fields } : fields;
  };

  function encode(value: unknown): unknown {
    if (value === undefined) return { $: 'u' };
    if (typeof value === 'bigint') return { $: 'i', v: String(value) };
    if (typeof value === 'number' && Object.is(value, -0)) return { $: 'n', v: '-0' };
    if (typeof value === 'number' && !Number.isFinite(value)) return { $: 'n', v: String(value) };
    return typeof value === 'object' && value !== null ? encodeObject(value) : value;
  }

  const decodeFields = (value: object): Record<string, unknown> =>
    Object.fromEntries(Object.entries(value).map(([key, field]) => [key, decode(field)]));

  const decodeError = ([name, message, stack]: readonly string[]): Error =>
    Object.assign(new (errors[name ?? ''] ?? Error)(message), { stack });

  const decodeBinary = ({ k = '', v }: Tagged): unknown => {
    const { buffer } = fromBase64(String(v));
    const classes = globalThis as unknown as Readonly<Record<string, new (buffer: ArrayBuffer) => unknown>>;
    const View = classes[k];
    return k === 'ArrayBuffer' || View === undefined ? buffer : new View(buffer);
  };

  const decodeTagged = (tagged: Tagged): unknown => {
    const list = tagged.v as readonly unknown[];
    switch (tagged.$) {
      case 'o':
        return decodeFields(tagged.v as object);
      case 'n':
        return Number(tagged.v);
      case 'i':
        return BigInt(tagged.v as string);
      case 'd':
        return new Date(tagged.v as number);
      case 'r':
        return new RegExp(...(list as [string, string]));
      case 'm':
        return new Map((list as readonly (readonly [unknown, unknown])[]).map(([key, item]) => [decode(key), decode(item)]));
      case 's':
        return new Set(list.map(decode));
      case 'e':
        return decodeError(list as readonly string[]);
      case 'b':
        return decodeBinary(tagged);
      default:
        return undefined;
    }
  };

  function decode(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(decode);
    if (typeof value !== 'object' || value === null) return value;
    return '$' in value ? decodeTagged(value as Tagged) : decodeFields(value);
  }

  return {
    pack: (value) => {
      let clone: unknown;
      try {
        clone = structuredClone(value);
      } catch (error) {
        throw new Error('An object could not be cloned.', { cause: error });
      }
      return JSON.stringify(encode(clone));
    },
    unpack: (text) => decode(JSON.parse(text)),
  };
}
