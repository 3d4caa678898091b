// The canvas without React: view, scene, gesture and marks. Components subscribe to its stores, and the painter draws its frames.
import type { CanvasIntent, CanvasModel, CanvasPlan, CanvasProps } from './canvas-model.ts';
import { LABEL_HEIGHT, PLUS_REACH, type Rect } from './geometry/geometry.ts';
import type { GestureHost, GestureName, Pending } from './gestures/gesture.ts';
import { GestureMachine } from './gestures/machine.ts';
import { NodeDetail } from './parts/node-detail.ts';
import { Scene } from './scene.ts';
import { outcomeOf, type Outcome, type Announcement } from './outcome.ts';
import { MarkStore, ValueStore } from './stores.ts';
import { Viewport } from './geometry/viewport.ts';
import type { Mounted } from './geometry/virtualisation.ts';

export interface Message extends Announcement {
  /** Whether the text is the same as before, and must be announced again. */
  readonly isAgain: boolean;
}

type CoreProps = Pick<CanvasProps, 'isReadOnly' | 'onIntent'>;

const nothing: ReadonlySet<string> = new Set();
/** Whether an intent leaves the workflow unchanged. */
const isPassing = ({ type }: CanvasIntent): boolean => type === 'select' || type === 'consider';

export class CanvasCore implements GestureHost {
  readonly viewport = new Viewport();
  readonly scene = new Scene();
  readonly selected = new MarkStore();
  /** Possible target of a connection, and a node that rejects it. */
  readonly dropTargets = new MarkStore();
  readonly rejections = new MarkStore();
  readonly revealed = new MarkStore();
  /** The hovered node, and the node that contains the focus. */
  readonly hovered = new MarkStore();
  readonly holdsFocus = new MarkStore();
  readonly mounted = new ValueStore<Mounted>(new Map());
  readonly hoveredEdge = new ValueStore<string | undefined>(undefined);
  /** Connection on which something dragged from outside would be dropped. */
  readonly dropEdge = new ValueStore<string | undefined>(undefined);
  readonly editing = new ValueStore<string | undefined>(undefined);
  readonly focused = new ValueStore<string | undefined>(undefined);
  readonly marquee = new ValueStore<Rect | undefined>(undefined);
  readonly pending = new ValueStore<Pending | undefined>(undefined);
  readonly message = new ValueStore<Message | undefined>(undefined);
  readonly gesture = new ValueStore<GestureName>('idle');
  /** Incremented when the picture changes: the model has changed, or something has moved. */
  readonly picture = new ValueStore(0);
  readonly machine = new GestureMachine((name) => this.gesture.set(name));
  /** Elements of nodes and notes in the document. */
  readonly elements = new Map<string, HTMLElement>();
  readonly detail = new NodeDetail(this.elements, this.mounted);
  /** Ids moved since the last frame. */
  readonly stirred = new Set<string>();
  /** Node to focus once it is in the document. */
  wantsFocus: string | undefined;
  isSettling = false;
  requestFrame: () => void = () => undefined;
  #props: CoreProps = { isReadOnly: true, onIntent: () => undefined };
  #selection: ReadonlySet<string> = nothing;
  #selectedEdges: ReadonlySet<string> = nothing;
  #plan: CanvasPlan | undefined;
  #isPreviewing = false;
  /** Announcement that waits until its intent has taken effect. */
  #outcome: Outcome | undefined;

  notify(props: CoreProps): void {
    this.#props = props;
  }

  setModel(model: CanvasModel): void {
    if (model === this.scene.model) return;
    this.scene.setModel(model);
    if (!model.edges.has(this.hoveredEdge.get() ?? '')) this.hoveredEdge.set(undefined);
    if (this.isSettling) this.#forgetLive();
    this.#sayOutcome(model);
    this.#changed();
  }

  setSelection(ids: readonly string[], edges: readonly string[] = []): void {
    this.#selection = new Set(ids);
    this.#selectedEdges = new Set(edges);
    if (!this.#isPreviewing) this.selected.set(this.#selection);
    this.requestFrame();
  }

  /** Set directly on the elements, since hundreds may change as the pointer moves. */
  setPlan(plan: CanvasPlan | undefined): void {
    if (plan === this.#plan) return;
    this.#plan = plan;
    for (const [id, element] of this.elements) this.showPlan(id, element);
    this.requestFrame();
  }

  showPlan(id: string, element: HTMLElement): void {
    const part = this.#plan?.runs.has(id) === true ? 'runs' : this.#plan?.gives.get(id);
    if (part === undefined) delete element.dataset['plan'];
    else element.dataset['plan'] = part;
  }

  get plan(): CanvasPlan | undefined {
    return this.#plan;
  }

  isReadOnly(): boolean {
    return this.#props.isReadOnly;
  }

  selection(): ReadonlySet<string> {
    return this.#selection;
  }

  selectedEdges(): ReadonlySet<string> {
    return this.#selectedEdges;
  }

  preview(ids: ReadonlySet<string> | undefined): void {
    this.#isPreviewing = ids !== undefined;
    this.selected.set(ids ?? this.#selection);
  }

  showMarquee(rect: Rect | undefined): void {
    this.marquee.set(rect);
  }

  showPending(pending: Pending | undefined): void {
    this.pending.set(pending);
    const target = pending?.target;
    this.dropTargets.set(target?.kind === 'port' ? new Set([target.to.node]) : nothing);
    this.rejections.set(target?.kind === 'refused' && target.reason !== 'self' ? new Set([target.node]) : nothing);
    this.requestFrame();
  }

  intent(intent: CanvasIntent): void {
    // The selection applies immediately, even if the parent confirms it later.
    if (intent.type === 'select') this.setSelection(intent.ids, intent.edges);
    this.#announce(intent);
    this.#outcome = outcomeOf(intent, this.scene.model) ?? (isPassing(intent) ? this.#outcome : undefined);
    this.#props.onIntent(intent);
  }

  moved(ids: Iterable<string>): void {
    for (const id of ids) this.stirred.add(id);
    this.#changed();
  }

  settle(): void {
    if (this.scene.live.size === 0) return;
    this.isSettling = true;
    this.requestFrame();
  }

  /** Discards temporary positions; those of the model apply again. */
  finishSettling(): void {
    if (this.isSettling) this.#forgetLive();
  }

  /** Returns elements that stay in the document wherever the view is: those held by a gesture, and the focused one. */
  pinned(): ReadonlySet<string> {
    const pinned = new Set(this.scene.live.keys());
    for (const id of [this.focused.get(), this.wantsFocus, this.editing.get(), this.pending.get()?.from.node]) {
      if (id !== undefined) pinned.add(id);
    }
    return pinned;
  }

  focus(id: string): void {
    this.focused.set(id);
    const element = this.elements.get(id);
    this.wantsFocus = element === undefined ? id : undefined;
    element?.focus({ preventScroll: true });
    this.requestFrame();
  }

  /** Returns whether the focused element has been removed. */
  forgetFocus(): boolean {
    const id = this.focused.get();
    if (id === undefined || this.scene.rectOf(id) !== undefined) return false;
    this.focused.set(undefined);
    return true;
  }

  /** Moves the view unless a node, its name and its plus are already well within it. `rect`: position that the node will have. */
  bringIntoView(id: string, rect = this.scene.rectOf(id)): void {
    if (rect === undefined) return;
    const { width, height } = this.viewport.size;
    const extraSize = this.scene.model.nodes.has(id) ? { width: PLUS_REACH, height: LABEL_HEIGHT } : { width: 0, height: 0 };
    const from = this.viewport.toScreen(rect);
    const to = this.viewport.toScreen({ x: rect.x + rect.width + extraSize.width, y: rect.y + rect.height + extraSize.height });
    if (from.x >= 0 && from.y >= 0 && to.x <= width && to.y <= height) return;
    this.viewport.centreOn({ x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });
  }

  titleOf(id: string): string {
    return this.scene.model.nodes.get(id)?.title ?? '';
  }

  say(key: string, values: Announcement['values'] = {}): void {
    const before = this.message.get();
    const isSame = before?.key === key && Object.entries(values).every(([name, value]) => before.values[name] === value);
    this.message.set({ key, values, isAgain: isSame && !before.isAgain });
  }

  #sayOutcome(model: CanvasModel): void {
    const announcement = this.#outcome?.(model);
    if (announcement === 'waiting') return;
    this.#outcome = undefined;
    if (announcement !== undefined) this.say(announcement.key, announcement.values);
  }

  #announce(intent: CanvasIntent): void {
    if (intent.type === 'connect') {
      this.say('said.connected', { from: this.titleOf(intent.from.node), to: this.titleOf(intent.to.node) });
    } else if (intent.type === 'select') {
      const [first] = intent.ids;
      const [edge, ...otherEdges] = intent.edges ?? [];
      if (edge !== undefined && otherEdges.length === 0 && first === undefined) this.say('said.selectedEdge', this.#endsOf(edge));
      else if (intent.ids.length + otherEdges.length > 1)
        this.say('said.selectedMany', { count: intent.ids.length + (intent.edges?.length ?? 0) });
      else if (first === undefined) this.say('said.selectedNone');
      else this.say(this.scene.model.notes.has(first) ? 'said.selectedNote' : 'said.selected', { title: this.titleOf(first) });
    }
  }

  #endsOf(edge: string): { from: string; to: string } {
    const { source = '', target = '' } = this.scene.model.edges.get(edge) ?? {};
    return { from: this.titleOf(source), to: this.titleOf(target) };
  }

  #forgetLive(): void {
    this.isSettling = false;
    for (const id of this.scene.live.keys()) this.stirred.add(id);
    this.scene.clearLive();
    this.#changed();
  }

  #changed(): void {
    this.picture.set(this.picture.get() + 1);
    this.requestFrame();
  }
}
