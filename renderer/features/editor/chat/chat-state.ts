// The chats in the store: their slice, injected when the chat is loaded, and its selectors.
import type { WithSlice } from '@reduxjs/toolkit';
import { registerSlice, useAppSelector } from '../../../state/store.ts';
import { chatOf, chatSlice, type Chat, type ChatState } from './chat-slice.ts';

declare module '../../../state/store.ts' {
  interface LazySlices extends WithSlice<typeof chatSlice> {}
}

registerSlice(chatSlice);

interface State {
  readonly chat?: ChatState;
}

/** Key of the chat with a workflow that has not been saved. */
const UNSAVED = '';

export const chatKey = (workflowId: string | undefined): string => workflowId ?? UNSAVED;

/** Returns the chat with a workflow, by its key; undefined before its first session. */
export const selectChat = (state: State, key: string): Chat | undefined => chatOf(state.chat ?? chatSlice.getInitialState(), key);

export const useChat = (key: string): Chat | undefined => useAppSelector((state) => selectChat(state, key));
