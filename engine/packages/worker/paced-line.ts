// Keeps the messages of honest package code within the number that the engine accepts: more of them would end the process, with all its calls.
import { frameKinds, messageFrame } from '../../sandbox/frames.ts';
import type { FromPackage } from '../process/protocol.ts';
import type { EngineLine } from './call.ts';

/** Number of messages that can be sent at once, and per second afterwards. In every 5 s, they leave room below MOST_MESSAGES for other messages. */
const BURST = 10_000;
const PER_SECOND = 6000;
/** Number of messages that lines of the log leave for requests. */
const KEPT = BURST / 2;
/** Milliseconds until waiting requests are looked at again. */
const PAUSE = 10;

/**
 * Requests wait until they can be sent. Lines of the log and of the console are left out if there are more than anybody reads, and counted. All other
 * messages are sent at once.
 */
export class PacedLine implements Pick<EngineLine, 'send'> {
  readonly #post: (frame: Uint8Array) => void;
  readonly #now: () => number;
  /** Messages that can be sent now. */
  #budget = BURST;
  #filledAt: number;
  readonly #waiting: Uint8Array[] = [];
  /** Number of lines that were left out and not told. */
  #leftOut = 0;

  /** `post`: sends a frame to the host. `now`: milliseconds of a clock that only goes forward. */
  constructor(post: (frame: Uint8Array) => void, now: () => number = () => performance.now()) {
    this.#post = post;
    this.#now = now;
    this.#filledAt = now();
  }

  send(message: FromPackage): void {
    const isLine = message.type === 'notice' && (message.notice.type === 'log' || message.notice.type === 'console');
    if (message.type === 'done' || message.type === 'failed') this.#tellLeftOut(message.call);
    if (isLine && !this.#takes(KEPT)) this.#leftOut++;
    else if (message.type === 'async') {
      // Serialized at once, since errors are thrown to the code that sends it, which may change the data afterwards.
      const frame = messageFrame(frameKinds.message, message);
      if (this.#waiting.length === 0 && this.#takes()) this.#post(frame);
      else if (this.#waiting.push(frame) === 1) this.#wait();
    } else this.#post(messageFrame(frameKinds.message, message));
  }

  /** Whether a message can be sent now, so that `kept` more can be; it is counted then. */
  #takes(kept = 0): boolean {
    const now = this.#now();
    this.#budget = Math.min(BURST, this.#budget + ((now - this.#filledAt) / 1000) * PER_SECOND);
    this.#filledAt = now;
    if (this.#budget < 1 + kept) return false;
    this.#budget--;
    return true;
  }

  /** Logs, when a call has ended, how many lines were left out. */
  #tellLeftOut(call: number): void {
    if (this.#leftOut === 0) return;
    const message = `${this.#leftOut} more lines of the log were left out, because there were too many at once.`;
    this.#leftOut = 0;
    this.#post(messageFrame(frameKinds.message, { call, type: 'notice', notice: { type: 'log', level: 'warn', message } }));
  }

  #wait(): void {
    setTimeout(() => {
      let sent = 0;
      while (sent < this.#waiting.length && this.#takes()) this.#post(this.#waiting[sent++] as Uint8Array);
      this.#waiting.splice(0, sent);
      if (this.#waiting.length > 0) this.#wait();
    }, PAUSE);
  }
}
