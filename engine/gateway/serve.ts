// The engine thread's end of the gateway: carries out the calls of the program that started the thread.
import type { MessagePort } from 'node:worker_threads';
import { type IncomingCall, Moved } from '../channel/channel.ts';
import { portChannel } from '../channel/port-channel.ts';
import type { PushSession } from '../contract/gateway.ts';
import { holdsExactNumbers } from '../contract/exact-numbers.ts';
import type { PushEvent } from '../contract/push.ts';
import type { EngineGateway } from './engine.ts';

/** A part of the result of `push`: a numbered event, or the number of the last lost event. */
export type PushPart = { readonly number: number; readonly event: PushEvent } | { readonly last: number };

type Args<M extends 'inject' | 'openStream' | 'listen' | 'pauseSchedules' | 'backup'> = Parameters<EngineGateway[M]>;

export type GatewayHandlers = ReturnType<typeof gatewayHandlers>;

/** Returns a function that ends the subscriptions and closes the port. */
export function serveGateway(gateway: EngineGateway, port: MessagePort): () => void {
  const channel = portChannel(port, gatewayHandlers(gateway), { onFault: () => undefined });
  return () => {
    channel.close();
    port.close();
  };
}

function gatewayHandlers(gateway: EngineGateway) {
  return {
    inject: (args: Args<'inject'>) => gateway.inject(...args),
    openStream: async (args: Args<'openStream'>) => {
      const stream = await gateway.openStream(...args);
      return new Moved(stream, [stream.body]);
    },
    listen: (args: Args<'listen'>) => gateway.listen(...args),
    unlisten: () => gateway.unlisten(),
    resume: () => gateway.resume(),
    pauseSchedules: (args: Args<'pauseSchedules'>) => gateway.pauseSchedules(...args),
    backup: (args: Args<'backup'>) => gateway.backup(...args),
    /** Sends a PushPart for each event, until it is cancelled. */
    push: (session: PushSession, call: IncomingCall) => {
      const emit = (part: PushPart): void => call.emit(part);
      const end = gateway.onPush(session, {
        event: (number, event) => {
          // Passing them between threads would round numbers that JavaScript cannot represent.
          if (holdsExactNumbers(event)) return emit({ last: number });
          try {
            emit({ number, event });
          } catch {
            // Data that cannot be passed between threads has to be requested.
            emit({ last: number });
          }
        },
        missed: (last) => emit({ last }),
      });
      return call.untilEnd(end);
    },
    /** Sends whether workflows run, until it is cancelled. */
    busy: (_input: undefined, call: IncomingCall) => call.untilEnd(gateway.onBusy((isBusy) => call.emit(isBusy))),
  };
}
