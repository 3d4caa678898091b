// Data nested so deeply that recursive functions overflow the stack.

/** Returns `{ a: { a: … } }` with this many levels. */
export function deeplyNested(levels: number): Readonly<Record<string, unknown>> {
  let data: Readonly<Record<string, unknown>> = {};
  for (let level = 0; level < levels; level++) data = { a: data };
  return data;
}
