// The code that reads a value: `$json.order.total`, `$('Get orders').item.json["first name"]`.

/** Keys in code after a base; names that are not identifiers go in brackets. */
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

/** Where the item of another node begins: `$json` for the direct input, else the node by its name. */
export function itemBase(node: string, distance: number): string {
  return distance <= 1 ? '$json' : `$('${node.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}').item.json`;
}
