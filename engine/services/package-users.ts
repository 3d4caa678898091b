// Which active workflows need a package: because they use its types, or call workflows that need it, at any depth.
import type { WorkflowFile } from '../contract/workflow.ts';
import { calledIds, usesTypes } from '../workflow/used-types.ts';

export interface PackageUsersPorts {
  readonly active: { running(): readonly string[]; get(id: string): { readonly file: WorkflowFile } | undefined };
  /** Returns a saved workflow; undefined if there is none. */
  readonly saved: (id: string) => Promise<WorkflowFile | undefined>;
}

/** Returns a function that names the active workflows which need some of these types. What is saved is read once. */
export async function packageUsers({ active, saved }: PackageUsersPorts): Promise<(types: readonly string[]) => string[]> {
  const files = new Map<string, WorkflowFile | undefined>();
  const read = async (id: string): Promise<WorkflowFile | undefined> => {
    if (!files.has(id)) files.set(id, active.get(id)?.file ?? (await saved(id)));
    return files.get(id);
  };
  const reached = new Map<string, readonly WorkflowFile[]>();
  for (const id of active.running()) {
    const seen = new Set([id]);
    const all: WorkflowFile[] = [];
    // The set grows meanwhile.
    for (const each of seen) {
      const file = await read(each);
      if (file === undefined) continue;
      all.push(file);
      for (const called of calledIds(file)) seen.add(called);
    }
    reached.set(id, all);
  }
  return (types) => {
    const names = new Set(types);
    return [...reached].filter(([, all]) => all.some((file) => usesTypes(file, names))).map(([id]) => files.get(id)?.name ?? id);
  };
}
