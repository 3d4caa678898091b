// Changes of parameters that are undo steps of their own, however they reach the node: dropped data, fixed values that turn into expressions.

/** Names of such steps: keys under `history` of the texts. */
export const ownSteps = ['mapping', 'expression'] as const;
type OwnStep = (typeof ownSteps)[number];

let current: OwnStep | undefined;

/** Runs `act`; parameters that it sets are one step with this name. Fields in collections set them through handlers of their own. */
export function asStep(label: OwnStep, act: () => void): void {
  current = label;
  try {
    act();
  } finally {
    current = undefined;
  }
}

/** Returns the name of the step to record; undefined for changes that are merged with others of the same parameter. */
export const currentStep = (): OwnStep | undefined => current;
