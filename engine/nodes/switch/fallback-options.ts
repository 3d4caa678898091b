// The choices of "Fallback Output": none, an output of its own where the version has one, or the output of a rule.
import type { NodeMethods, DetachedContext } from '../../sdk/index.ts';
import type { PropertyOption } from '../../workflow/node-type.ts';

interface FallbackChoices {
  /** Choices before the outputs of the rules. */
  readonly first: readonly PropertyOption[];
  /** Parameter with the list of rules. */
  readonly rulesPath: string;
  /** Whether a name counts only if its rule has "Rename Output" on. */
  readonly isNameOptional: boolean;
}

interface Rule {
  readonly renameOutput?: unknown;
  readonly outputKey?: unknown;
}

/** Returns the method that lists the choices under the name that descriptions use. */
export function fallbackMethods({ first, rulesPath, isNameOptional }: FallbackChoices): NodeMethods {
  const options = async (ctx: DetachedContext): Promise<readonly PropertyOption[]> => {
    const rules = ctx.param(rulesPath, undefined, undefined, { raw: true });
    const outputs = (Array.isArray(rules) ? (rules as readonly unknown[]) : []).map((rule, value) => ({
      name: outputName((rule ?? {}) as Rule, value, isNameOptional),
      value,
      description: 'They go to the same output as the items that match this rule',
    }));
    return [...first, ...outputs];
  };
  return { loadOptions: { getFallbackOutputOptions: options } };
}

/** Named outputs show their name, others and those with an expression as name their number. */
function outputName({ renameOutput, outputKey }: Rule, index: number, isNameOptional: boolean): string {
  const isNamed =
    (!isNameOptional || renameOutput === true) && typeof outputKey === 'string' && outputKey !== '' && !outputKey.startsWith('=');
  return isNamed ? `${outputKey} (Output ${index})` : `Output ${index}`;
}
