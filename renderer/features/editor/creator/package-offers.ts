// Packages that are not installed, and are known to have what a search of the node creator names.
import { useMemo } from 'react';
import { editorApi } from '../../../api/editor.ts';
import { useInstallAdvice } from '../../../state/package-offer.ts';
import { isInstalled } from '../view/install-package-button.tsx';
import type { TypeLookup } from '../view/type-lookup.ts';
import { servicesNamed } from './known-services.ts';

/** A package that is not installed. */
export interface PackageOffer {
  readonly packageName: string;
  /** Names of its nodes that match. */
  readonly services: readonly string[];
  /** What users who may not install packages can do instead. */
  readonly advice?: string;
}

/** Returns each package once. Nothing is sent to the registry: a search there is for the user to start. */
export function usePackageOffers(query: string, types: TypeLookup): readonly PackageOffer[] {
  const advice = useInstallAdvice();
  const { data: settings } = editorApi.useSettingsQuery();
  return useMemo(() => {
    if (settings === undefined) return [];
    return [...servicesNamed(query)]
      .filter(([packageName]) => !isInstalled(packageName, types))
      .map(([packageName, services]) => ({ packageName, services, ...(advice === undefined ? {} : { advice }) }));
  }, [settings, query, types, advice]);
}
