// A question to the chosen model, whose answer arrives in parts. It ends when it is cancelled or its dialog is closed.
import { useCallback, useEffect, useRef, useState } from 'react';
import { assistantApi } from '../../api/assistant.ts';
import { pushReceived } from '../../state/actions.ts';
import { startListening, useAppDispatch } from '../../state/store.ts';
import type { RequestFailure } from '../../transport/transport.ts';

type State =
  | { readonly status: 'idle' }
  | { readonly status: 'asking' | 'done' | 'cancelled'; readonly text: string }
  | { readonly status: 'failed'; readonly text: string; readonly failure: RequestFailure };

const textOf = (state: State): string => ('text' in state ? state.text : '');

export interface Question {
  readonly state: State;
  readonly isAsking: boolean;
  /** What has arrived of the answer. */
  readonly text: string;
  readonly ask: (prompt: string) => void;
  readonly cancel: () => void;
}

/** Pages without TLS have no `crypto.randomUUID`. */
const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** A question that is open. */
interface OpenQuestion {
  readonly id: string;
  readonly abort: () => void;
}

export function useQuestion(): Question {
  const dispatch = useAppDispatch();
  const [state, setState] = useState<State>({ status: 'idle' });
  const open = useRef<OpenQuestion>(undefined);
  /** The latest cancellation: the engine answers one question at a time. */
  const ending = useRef<Promise<unknown>>(Promise.resolve());
  /** Ends the open question, here and at the engine: not every way to the engine tells it that a request was given up. */
  const end = useCallback(() => {
    const question = open.current;
    if (question === undefined) return false;
    open.current = undefined;
    question.abort();
    ending.current = dispatch(assistantApi.endpoints.cancelQuestion.initiate({ params: { id: question.id } }));
    return true;
  }, [dispatch]);
  useEffect(() => () => void end(), [end]);
  useEffect(() => {
    const stop = startListening({
      actionCreator: pushReceived,
      effect: ({ payload }) => {
        if (payload.type !== 'assistantText' || payload.id !== open.current?.id) return;
        setState((before) => (before.status === 'asking' ? { ...before, text: before.text + payload.text } : before));
      },
    });
    return () => stop();
  }, []);
  const send = async (id: string, prompt: string): Promise<void> => {
    await ending.current;
    if (open.current?.id !== id) return;
    const request = dispatch(assistantApi.endpoints.ask.initiate({ body: { id, prompt } }));
    open.current = { id, abort: () => request.abort() };
    const { data, error } = await request;
    if (open.current?.id !== id) return;
    open.current = undefined;
    setState((before) =>
      data === undefined
        ? { status: 'failed', text: textOf(before), failure: error as RequestFailure }
        : { status: 'done', text: data.text },
    );
  };
  const ask = (prompt: string): void => {
    end();
    const id = newId();
    open.current = { id, abort: () => undefined };
    setState({ status: 'asking', text: '' });
    void send(id, prompt);
  };
  const cancel = (): void => {
    if (end()) setState((before) => ({ status: 'cancelled', text: textOf(before) }));
  };
  return { state, isAsking: state.status === 'asking', text: textOf(state), ask, cancel };
}
