// The engine thread's end of the gateway: carries out the calls of the program that started the thread.
import type { MessagePort } from 'node:worker_threads';
import { errorCodeOf } from '../contract/errors.ts';
import { holdsExactNumbers } from '../contract/exact-numbers.ts';
import { guarded } from '../workflow/values/guarded.ts';
import type { EngineGateway } from './engine.ts';
import type { GatewayCall, GatewayFailure, FromEngine, ToEngine } from './messages.ts';

/** Returns a function that ends the subscriptions and closes the port. */
export function serveGateway(gateway: EngineGateway, port: MessagePort): () => void {
  const subscriptions = new Map<number, () => void>();
  const send = (message: FromEngine, moved: readonly ReadableStream[] = []): void => port.postMessage(message, moved as never);

  const carry = async ({ id, call }: Extract<ToEngine, { type: 'call' }>): Promise<void> => {
    try {
      const value = await carryOut(gateway, call);
      send({ type: 'value', id, value }, call.method === 'openStream' ? [(value as { body: ReadableStream }).body] : []);
    } catch (error) {
      send({ type: 'failure', id, failure: failureOf(error) });
    }
  };

  const subscribe = ({ id, session }: Extract<ToEngine, { type: 'subscribe' }>): void => {
    const end = gateway.onPush(session, {
      event: (number, event) => {
        // Passing them between threads would round numbers that JavaScript cannot represent.
        if (holdsExactNumbers(event)) return send({ type: 'missed', id, last: number });
        try {
          send({ type: 'event', id, number, event });
        } catch {
          // Data that cannot be passed between threads has to be requested.
          send({ type: 'missed', id, last: number });
        }
      },
      missed: (last) => send({ type: 'missed', id, last }),
    });
    subscriptions.set(id, end);
  };

  const receive = (message: ToEngine): void => {
    if (message.type === 'call') void carry(message);
    else if (message.type === 'subscribe') subscribe(message);
    else if (message.type === 'watchBusy') {
      const { id } = message;
      const end = gateway.onBusy((isBusy) => send({ type: 'busy', id, isBusy }));
      subscriptions.set(id, end);
    } else {
      subscriptions.get(message.id)?.();
      subscriptions.delete(message.id);
    }
  };
  port.on(
    'message',
    guarded((error, [{ id }]) => send({ type: 'failure', id, failure: failureOf(error) }), receive),
  );
  return () => {
    for (const end of subscriptions.values()) end();
    port.close();
  };
}

function carryOut(gateway: EngineGateway, call: GatewayCall): Promise<unknown> {
  switch (call.method) {
    case 'inject':
      return gateway.inject(...call.args);
    case 'openStream':
      return gateway.openStream(...call.args);
    case 'listen':
      return gateway.listen(...call.args);
    case 'unlisten':
      return gateway.unlisten();
    case 'resume':
      return gateway.resume();
    case 'pauseSchedules':
      return gateway.pauseSchedules(...call.args);
    case 'backup':
      return gateway.backup(...call.args);
    default:
      throw new TypeError('The engine was called by an unknown method.');
  }
}

function failureOf(error: unknown): GatewayFailure {
  const { message, hint, params } = error as { message?: string; hint?: string; params?: GatewayFailure['params'] };
  const code = errorCodeOf(error);
  return {
    message: message ?? String(error),
    ...(code === undefined ? {} : { code }),
    ...(hint === undefined ? {} : { hint }),
    ...(params === undefined ? {} : { params }),
  };
}
