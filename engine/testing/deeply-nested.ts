// Data of so many levels that functions that walk it by calling themselves overflow the stack.

/** `{ a: { a: … } }` with this many levels. */
export function deeplyNested(levels: number): Readonly<Record<string, unknown>> {
  let data: Readonly<Record<string, unknown>> = {};
  for (let level = 0; level < levels; level++) data = { a: data };
  return data;
}
