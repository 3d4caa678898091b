// Expression code that reads a value, such as `$json.order.total` or `$('Get orders').item.json["first name"]`.

/** Appends property accesses to `base`; keys that are not identifiers are written in brackets. */
export function dataPath(base: string, keys: readonly (string | number)[]): string {
  return keys.reduce<string>(
    (code, key) =>
      typeof key === 'number'
        ? `${code}[${key}]`
        : /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key)
          ? `${code}.${key}`
          : `${code}[${JSON.stringify(key)}]`,
    base,
  );
}

/** Returns the code for the json of a node's item: `$json` for the direct input, else a reference to the node by name. */
export function itemBase(node: string, distance: number): string {
  return distance <= 1 ? '$json' : `$('${node.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}').item.json`;
}
