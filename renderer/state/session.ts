// The signed-in user, and the progress of the start.
import { createSlice, isAnyOf, isRejectedWithValue, type PayloadAction } from '@reduxjs/toolkit';
import type { User } from '../../engine/contract/rest/users.ts';
import type { RequestMeta } from '../api/base.ts';
import { meApi, sessionApi } from '../api/session.ts';
import { usersApi } from '../api/users.ts';
import type { RequestFailure } from '../transport/transport.ts';

export interface SessionState {
  readonly phase: 'starting' | 'ready' | 'failed';
  /** Why the start failed. */
  readonly failure?: RequestFailure;
  readonly user: User | null;
  /** Sign-in counter: incremented by sign-in, owner set-up and accepted invitations. */
  readonly arrivals: number;
  /** Whether the templates service responded to the health check; absent until it is known. */
  readonly hasTemplates?: boolean;
  /** Whether the owner must be set up before anything else. */
  readonly beginsWithSetUp: boolean;
  /** Whether this browser needs a link from the terminal of its computer, because no user can sign in yet. */
  readonly isLocked: boolean;
  /** Whether nobody can sign in from this computer, because the owner has not been set up on the computer on which Millrace runs. */
  readonly hasNoOwner: boolean;
}

const initialState: SessionState = {
  phase: 'starting',
  user: null,
  arrivals: 0,
  beginsWithSetUp: false,
  isLocked: false,
  hasNoOwner: false,
};

const { currentUser, signIn, signOut, setUpOwner } = sessionApi.endpoints;
const isArrival = isAnyOf(signIn.matchFulfilled, setUpOwner.matchFulfilled, usersApi.endpoints.signUp.matchFulfilled);

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    startBegan: (state) => ({ ...initialState, user: state.user, arrivals: state.arrivals }),
    startFailed: (state, { payload }: PayloadAction<RequestFailure>) => ({ ...state, phase: 'failed' as const, failure: payload }),
    startEnded: (state, { payload }: PayloadAction<{ readonly beginsWithSetUp: boolean }>) => ({
      ...state,
      phase: 'ready' as const,
      failure: undefined,
      beginsWithSetUp: payload.beginsWithSetUp,
    }),
    templatesChecked: (state, { payload }: PayloadAction<boolean>) => ({ ...state, hasTemplates: payload }),
  },
  extraReducers: (builder) => {
    builder
      .addMatcher(isAnyOf(currentUser.matchFulfilled, isArrival, meApi.endpoints.updateMe.matchFulfilled), (state, action) => ({
        ...state,
        user: action.payload,
        arrivals: state.arrivals + Number(isArrival(action)),
        isLocked: false,
        hasNoOwner: false,
        beginsWithSetUp: state.beginsWithSetUp && action.payload.isDefaultUser,
      }))
      .addMatcher(signOut.matchFulfilled, (state) => ({ ...state, user: null }))
      .addMatcher(isRejectedWithValue, (state, { payload, meta }) => {
        const failure = payload as Partial<RequestFailure> | undefined;
        // Sent before the sign-in, so it does not concern the current user.
        const { arrivals } = (meta as { baseQueryMeta?: RequestMeta }).baseQueryMeta ?? state;
        if (arrivals !== state.arrivals) return state;
        // A wrong password responds with 401 as well, but with another code.
        if (failure?.code === 'LOCAL_ACCESS_REQUIRED') return { ...state, user: null, isLocked: true };
        if (failure?.code === 'OWNER_NOT_SET_UP') return { ...state, user: null, hasNoOwner: true };
        return failure?.code === 'UNAUTHENTICATED' ? { ...state, user: null, hasNoOwner: false } : state;
      });
  },
  selectors: {
    selectSession: (state) => state,
    selectPhase: ({ phase }) => phase,
    selectUser: ({ user }) => user,
  },
});

export const { startBegan, startFailed, startEnded, templatesChecked } = sessionSlice.actions;
export const { selectSession, selectPhase, selectUser } = sessionSlice.selectors;
