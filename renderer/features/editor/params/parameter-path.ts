// Paths of parameters: `options.timeout`, `values.rows[2].name`.

export const joinPath = (parent: string, name: string): string => (parent === '' ? name : `${parent}.${name}`);

/** Returns the path of the parent; empty for the node itself. */
export const parentPath = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')));

/** Converts a path to an element id. */
export const idOfPath = (path: string): string => `param-${path.replaceAll(/[^\w-]/g, '-')}`;
