// Loads the properties of node types from packages, which the list of types leaves out.
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import { editorApi } from '../../../api/editor.ts';
import type { TypeLookup } from '../view/type-lookup.ts';
import { addNodeOfType, type AddedType } from './add-node.ts';
import type { CreatorPlace, EditorContext, EditorStore, NodeCatalog } from './context.ts';

/** Returns the types that still lack their properties. */
export const partialTypes = (types: TypeLookup, requested: readonly AddedType[]): readonly AddedType[] =>
  requested.filter(({ type, version }) => types.description(type, version)?.isPartial === true);

const isSame = (one: NodeDescription, other: NodeDescription): boolean =>
  one.name === other.name && JSON.stringify(one.version) === JSON.stringify(other.version);

/** Loads these types into the list of types. Resolves once the editor has rendered with them, or if they cannot be loaded. */
export async function completeTypes(
  { dispatch, nextTypes }: Pick<EditorContext, 'dispatch' | 'nextTypes'>,
  requested: readonly AddedType[],
): Promise<void> {
  if (requested.length === 0) return;
  const nodeInfos = requested.map(({ type, version }) => ({ name: type, ...(version === undefined ? {} : { version }) }));
  const { data } = await dispatch(editorApi.endpoints.someNodeTypes.initiate({ body: { nodeInfos } }, { subscribe: false }));
  if (data === undefined) return;
  const completed = (type: NodeDescription): NodeDescription | undefined =>
    type.isPartial === true ? data.find((each) => isSame(each, type)) : undefined;
  const rendered = nextTypes();
  let isChanged = false;
  dispatch(
    editorApi.util.updateQueryData('nodeTypes', undefined, (types) => {
      const listed = types as readonly NodeDescription[];
      isChanged = listed.some((type) => completed(type) !== undefined);
      // If types cannot be completed, the list does not change, so no further attempt starts.
      return isChanged ? listed.map((type) => completed(type) ?? type) : listed;
    }),
  );
  if (isChanged) await rendered;
}

/** Calls `then` once the properties of types from packages are loaded, unless another workflow has been opened meanwhile. */
export function whenComplete(context: EditorStore & NodeCatalog, requested: readonly AddedType[], then: () => void): void {
  const { visit } = context.editor();
  const missing = partialTypes(context.types(), requested);
  if (missing.length === 0) return then();
  void completeTypes(context, missing).then(() => {
    if (context.editor().visit === visit) then();
  });
}

/** Like `addNodeOfType`, after loading the properties of a type from a package. Calls `after` with the id of the new node. */
export function addNodeWhenComplete(
  context: EditorContext,
  added: AddedType,
  place?: CreatorPlace,
  after: (id: string) => void = () => undefined,
): void {
  whenComplete(context, [added], () => {
    const id = addNodeOfType(context, added, place);
    if (id !== undefined) after(id);
  });
}
