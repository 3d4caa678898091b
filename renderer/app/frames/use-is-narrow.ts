// Whether the window is too narrow for the expanded sidebar.
import { useSyncExternalStore } from 'react';

const query = matchMedia('(max-width: 999.98px)');

const listen = (onChange: () => void): (() => void) => {
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};

export const useIsNarrow = (): boolean => useSyncExternalStore(listen, () => query.matches);
