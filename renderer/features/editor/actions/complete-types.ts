// Loads the properties of node types from packages, which the list of types leaves out.
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import { editorApi } from '../../../api/editor.ts';
import type { TypeLookup } from '../view/type-lookup.ts';
import { addNodeOfType, type AddedType } from './add-node.ts';
import type { CreatorPlace, EditorContext } from './context.ts';

/** Maximum number of 10 ms steps to wait before a type is used without its properties. */
const LONGEST = 100;

/** Returns the types that still lack their properties. */
export const partialTypes = (types: TypeLookup, wanted: readonly AddedType[]): readonly AddedType[] =>
  wanted.filter(({ type, version }) => types.description(type, version)?.isPartial === true);

const isSame = (one: NodeDescription, other: NodeDescription): boolean =>
  one.name === other.name && JSON.stringify(one.version) === JSON.stringify(other.version);

/** Loads these types into the list of types. Resolves once components have received them, or if they cannot be loaded. */
export async function completeTypes(dispatch: EditorContext['dispatch'], wanted: readonly AddedType[]): Promise<void> {
  if (wanted.length === 0) return;
  const nodeInfos = wanted.map(({ type, version }) => ({ name: type, ...(version === undefined ? {} : { version }) }));
  const { data } = await dispatch(editorApi.endpoints.someNodeTypes.initiate({ body: { nodeInfos } }, { subscribe: false }));
  if (data === undefined) return;
  const completed = (type: NodeDescription): NodeDescription | undefined =>
    type.isPartial === true ? data.find((each) => isSame(each, type)) : undefined;
  dispatch(
    editorApi.util.updateQueryData('nodeTypes', undefined, (types) => {
      // Types that cannot be completed leave the list as it is, so that it is not completed again and again.
      const listed = types as readonly NodeDescription[];
      return listed.some((type) => completed(type) !== undefined) ? listed.map((type) => completed(type) ?? type) : listed;
    }),
  );
  // Subscribed components render before the next task.
  await new Promise((resolve) => setTimeout(resolve));
}

/** Waits until the editor has rendered with the completed types, which can take longer than one task. */
async function received({ types }: Pick<EditorContext, 'types'>, wanted: readonly AddedType[]): Promise<void> {
  for (let turn = 0; turn < LONGEST && partialTypes(types(), wanted).length > 0; turn++)
    await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Calls `then` once the properties of types from packages are loaded, unless another workflow has been opened meanwhile. */
export function whenComplete(context: EditorContext, wanted: readonly AddedType[], then: () => void): void {
  const { visit } = context.editor();
  const go = (): void => {
    if (context.editor().visit === visit) then();
  };
  const missing = partialTypes(context.types(), wanted);
  if (missing.length === 0) go();
  else
    void completeTypes(context.dispatch, missing)
      .then(() => received(context, missing))
      .then(go);
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
