// The work of the benchmark's workflows as plain JavaScript loops: the baseline for the engine's overhead.

interface Row {
  readonly id: number;
  readonly amount: number;
  readonly name: string;
}

/** Set, If, Merge and Aggregate over rows. Each step creates a list of its own, like a node. */
export function barePipeline(rows: readonly Row[]): number {
  const set = rows.map((row) => ({ ...row, total: row.amount * 2 }));
  const yes = set.filter((row) => row.total > 96);
  const no = set.filter((row) => row.total <= 96);
  const merged = [...yes, ...no];
  const aggregated = { data: merged.map((row) => row) };
  return aggregated.data.length;
}

/** The rows that the Code node creates. */
export const bareRows = (count: number): Row[] => Array.from({ length: count }, (_, id) => ({ id, amount: id % 97, name: `item ${id}` }));

/** A chain of steps that copy an item and increment its counter. */
export function bareChain(length: number): number {
  let item: { n?: number } = {};
  for (let index = 0; index < length; index++) item = { ...item, n: (item.n ?? 0) + 1 };
  return item.n ?? 0;
}

/** A loop that passes on and collects one item per iteration. */
export function bareLoop(turns: number): number {
  const items = Array.from({ length: turns }, (_, id) => ({ json: { id } }));
  const done: { json: { id: number } }[] = [];
  while (items.length > 0) done.push({ ...(items.shift() as { json: { id: number } }) });
  return done.length;
}
