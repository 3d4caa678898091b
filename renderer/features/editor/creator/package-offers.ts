// Packages that a search of the node creator leads to: those known to reach the service, and those that the registry finds.
import { useEffect, useMemo, useState } from 'react';
import { editorApi } from '../../../api/editor.ts';
import { packagesApi } from '../../../api/packages.ts';
import { useInstallAdvice, useMayInstall, isInstalled } from '../view/install-package-button.tsx';
import type { TypeLookup } from '../view/type-lookup.ts';
import { servicesNamed } from './known-services.ts';

/** A package that is not installed. */
export interface PackageOffer {
  readonly packageName: string;
  /** Names of its nodes that match; empty if only the registry knows it. */
  readonly services: readonly string[];
  readonly description?: string;
  /** What users who may not install packages can do instead. */
  readonly advice?: string;
}

/** What is typed into the search of the node creator. */
export interface Searched {
  readonly query: string;
  /** Whether nothing that is installed matches. */
  readonly isUnserved: boolean;
}

/** Milliseconds after the last key until the registry is searched. */
const PAUSE = 400;
/** Maximum number of packages of the registry that are offered. */
const FOUND = 5;

/** Returns each package once, those that are known to reach the service first. */
export function usePackageOffers({ query, isUnserved }: Searched, types: TypeLookup): readonly PackageOffer[] {
  const text = query.trim();
  const asked = useSettled(isUnserved ? text : '');
  const mayInstall = useMayInstall();
  const advice = useInstallAdvice();
  const isSkipped = !mayInstall || asked.length < 2;
  const { currentData: found } = packagesApi.usePackageSearchQuery({ query: { query: asked } }, { skip: isSkipped });
  const { data: settings } = editorApi.useSettingsQuery();
  return useMemo(() => {
    if (settings === undefined || text === '') return [];
    const known = [...servicesNamed(text)].map(([packageName, services]): PackageOffer => ({ packageName, services }));
    const ofRegistry = isSkipped || asked !== text ? [] : (found?.packages ?? []);
    const others = ofRegistry
      .filter(({ name }) => !known.some(({ packageName }) => packageName === name))
      .slice(0, FOUND)
      .map(({ name, description }): PackageOffer => ({ packageName: name, services: [], description }));
    return [...known, ...others]
      .filter(({ packageName }) => !isInstalled(packageName, types))
      .map((offer) => (advice === undefined ? offer : { ...offer, advice }));
  }, [settings, text, isSkipped, asked, found, types, advice]);
}

/** The text, once typing has paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
