// Reads a fact's `then`: JavaScript access such as `.valid`, `[0][0].json`, `.toISODate()`. Only names, indexes and plain calls.

const part = /\.([\p{L}_$][\p{L}\p{N}_$]*)|\[(\d+|"[^"]*"|'[^']*')\]|\(([^()]*)\)/uy;

/** The value at an access path; the value itself without a path. Throws SyntaxError for anything but names, indexes and calls. */
export function accessPath(value: unknown, path: string | undefined): unknown {
  let current = value;
  let self: unknown;
  let at = 0;
  if (path === undefined) return value;
  while (at < path.length) {
    part.lastIndex = at;
    const match = part.exec(path);
    if (match === null) throw new SyntaxError(`The access "${path}" is not understood.`);
    const [whole, name, index, args] = match;
    if (args !== undefined) {
      current = Reflect.apply(current as (...args: unknown[]) => unknown, self, JSON.parse(`[${args.replaceAll("'", '"')}]`) as unknown[]);
    } else {
      self = current;
      current = readMember(current, name ?? (index as string).replace(/^["']|["']$/g, ''));
    }
    at += whole.length;
  }
  return current;
}

/** Returns a property, own or inherited, as JavaScript does. Throws TypeError on null and undefined. */
export function readMember(value: unknown, name: string): unknown {
  if (value === null || value === undefined) throw new TypeError(`Cannot read "${name}" of ${String(value)}.`);
  return (Object(value) as Record<string, unknown>)[name];
}
