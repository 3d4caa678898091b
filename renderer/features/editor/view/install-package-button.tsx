// Packages that nodes come from and that are not installed: which ones, and a button that installs one.
import type { ReactNode } from 'react';
import type { WorkflowNode } from '../../../../engine/contract/workflow.ts';
import { packageOf, registryPackageOf } from '../../../../engine/workflow/node-type.ts';
import { withContainedNodes } from '../../../../engine/workflow/used-types.ts';
import { useInstallOffer } from '../../../state/package-offer.ts';
import { Button } from '../../../ui/button.tsx';
import { isExcludedType, nodesOfUnknownType, type TypeLookup } from './type-lookup.ts';

/** Whether a package is installed, so that it lacks the types that are unknown. */
export const isInstalled = (packageName: string, { latest }: TypeLookup): boolean =>
  latest.some(({ name, iconVersion }) => iconVersion !== undefined && packageOf(name) === packageName);

/**
 * Returns the packages of nodes with unknown types that are not installed, each once, also of nodes in workflows that parameters contain. `excluded`: types that the settings of the instance exclude.
 */
export function missingPackages(nodes: readonly WorkflowNode[], types: TypeLookup, excluded: readonly string[] = []): readonly string[] {
  const unknown = nodesOfUnknownType(withContainedNodes(nodes), types).filter(({ type }) => !isExcludedType(type, excluded));
  const names = unknown.flatMap(({ type }) => registryPackageOf(type) ?? []);
  return [...new Set(names)].filter((name) => !isInstalled(name, types));
}

/** Empty for users who may not install packages. */
export function InstallPackageButton({ packageName }: { readonly packageName: string }): ReactNode {
  const offer = useInstallOffer(packageName);
  if (offer === undefined) return null;
  return (
    <Button size="small" className="button-long" title={offer.label} aria-disabled={offer.isInstalling} onClick={offer.install}>
      <span>{offer.label}</span>
    </Button>
  );
}
