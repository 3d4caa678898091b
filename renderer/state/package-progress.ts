// Package installations and updates in progress, as reported by the engine, and those that failed.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { PackageInstallation } from '../../engine/contract/rest/packages.ts';
import { packagesApi } from '../api/packages.ts';
import { pushReceived } from './actions.ts';

export interface PackageProgressState {
  readonly running: readonly PackageInstallation[];
  /** Why installations failed, by package. */
  readonly failures: Readonly<Record<string, string>>;
}

const initialState: PackageProgressState = { running: [], failures: {} };

const without = ({ running, failures }: PackageProgressState, name: string): PackageProgressState => ({
  running: running.filter(({ packageName }) => packageName !== name),
  failures: Object.fromEntries(Object.entries(failures).filter(([each]) => each !== name)),
});

export const packageProgressSlice = createSlice({
  name: 'packageProgress',
  initialState,
  reducers: {
    packageFailureRead: (state, { payload: name }: PayloadAction<string>) => without(state, name),
  },
  selectors: {
    selectInstallations: ({ running }) => running,
    selectInstallFailures: ({ failures }) => failures,
    selectPackageProgress: ({ running }, name: string) => running.find(({ packageName }) => packageName === name),
  },
  extraReducers: (builder) => {
    builder.addCase(pushReceived, (state, { payload }) => {
      if (payload.type === 'packageProgress') {
        const { type: _, ...progress } = payload;
        const { running, failures } = without(state, progress.packageName);
        return { running: [...running, progress], failures };
      }
      if (payload.type !== 'packageInstallationEnded') return state;
      const { packageName, failure } = payload;
      const { running, failures } = without(state, packageName);
      return { running, failures: failure === undefined ? failures : { ...failures, [packageName]: failure } };
    });
    builder.addMatcher(packagesApi.endpoints.packageInstallations.matchFulfilled, (state, { payload }) => ({ ...state, running: payload }));
  },
});

export const { packageFailureRead } = packageProgressSlice.actions;
export const { selectInstallations, selectInstallFailures, selectPackageProgress } = packageProgressSlice.selectors;
