// Progress of the package that is being installed or updated, as the engine tells it.
import { createSlice } from '@reduxjs/toolkit';
import type { PackageProgressEvent } from '../../engine/contract/push.ts';
import { pushReceived } from './actions.ts';

/** The last report; null before the first one. */
type PackageProgress = PackageProgressEvent | null;

export const packageProgressSlice = createSlice({
  name: 'packageProgress',
  initialState: null as PackageProgress,
  reducers: {},
  selectors: { selectPackageProgress: (state) => state },
  extraReducers: (builder) => {
    builder.addCase(pushReceived, (state, { payload }) => (payload.type === 'packageProgress' ? payload : state));
  },
});

export const { selectPackageProgress } = packageProgressSlice.selectors;
