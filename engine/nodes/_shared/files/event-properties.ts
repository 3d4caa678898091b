// The parameters of an event, for nodes that create calendar files.
import type { BinaryEntry } from '../../../contract/run-data.ts';
import type { DisplayOptions, NodeProperty } from '../../../workflow/node-type.ts';
import type { ExecuteContext } from '../../../sdk/index.ts';
import { textOf } from '../text-of.ts';
import { calendarText } from './write-calendar.ts';

const textProperty = (displayName: string, name: string, description: string, more: Partial<NodeProperty> = {}): NodeProperty => ({
  displayName,
  name,
  type: 'string',
  default: '',
  description,
  ...more,
});

const additional: readonly NodeProperty[] = [
  {
    displayName: 'Attendees',
    name: 'attendeesUi',
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    placeholder: 'Add Attendee',
    default: {},
    description: 'Attendees of the event',
    options: [
      {
        displayName: 'Attendees',
        name: 'attendeeValues',
        values: [
          textProperty('Name', 'name', 'Name of the attendee', { required: true }),
          textProperty('Email', 'email', 'E-mail address of the attendee', { required: true, placeholder: 'e.g. name@email.com' }),
          { displayName: 'RSVP', name: 'rsvp', type: 'boolean', default: false, description: 'Whether the attendee is asked to confirm' },
        ],
      },
    ],
  },
  {
    displayName: 'Busy Status',
    name: 'busyStatus',
    type: 'options',
    default: '',
    description: 'Whether the time counts as busy, for Microsoft applications such as Outlook',
    options: [
      { name: 'Busy', value: 'BUSY' },
      { name: 'Tentative', value: 'TENTATIVE' },
    ],
  },
  textProperty('Calendar Name', 'calName', 'Name of the calendar, for applications of Apple and Microsoft'),
  textProperty('Description', 'description', 'Description of the event'),
  textProperty('File Name', 'fileName', 'Name of the file; event.ics if empty', { placeholder: 'e.g. event.ics' }),
  {
    displayName: 'Geolocation',
    name: 'geolocationUi',
    type: 'fixedCollection',
    placeholder: 'Add Geolocation',
    default: {},
    description: 'Location of the event',
    options: [
      {
        displayName: 'Geolocation',
        name: 'geolocationValues',
        values: [textProperty('Latitude', 'lat', 'From -90 to 90'), textProperty('Longitude', 'lon', 'From -180 to 180')],
      },
    ],
  },
  textProperty('Location', 'location', 'Venue of the event'),
  textProperty('Recurrence Rule', 'recurrenceRule', 'How the event repeats, as an RRULE such as FREQ=WEEKLY;COUNT=4'),
  {
    displayName: 'Organizer',
    name: 'organizerUi',
    type: 'fixedCollection',
    placeholder: 'Add Organizer',
    default: {},
    description: 'Organizer of the event',
    options: [
      {
        displayName: 'Organizer',
        name: 'organizerValues',
        values: [
          textProperty('Name', 'name', 'Name of the organizer', { required: true }),
          textProperty('Email', 'email', 'E-mail address of the organizer', { required: true, placeholder: 'e.g. name@email.com' }),
        ],
      },
    ],
  },
  {
    displayName: 'Sequence',
    name: 'sequence',
    type: 'number',
    default: 0,
    description: 'Revision number, for updating an event with the same UID',
  },
  {
    displayName: 'Status',
    name: 'status',
    type: 'options',
    default: 'CONFIRMED',
    description: 'Status of the event',
    options: [
      { name: 'Confirmed', value: 'CONFIRMED' },
      { name: 'Cancelled', value: 'CANCELLED' },
      { name: 'Tentative', value: 'TENTATIVE' },
    ],
  },
  textProperty('UID', 'uid', 'Unique id of the event; generated if empty'),
  textProperty('URL', 'url', 'Address of a page about the event'),
  {
    displayName: 'Use Workflow Timezone',
    name: 'useWorkflowTimezone',
    type: 'boolean',
    default: false,
    description: "Whether dates are in the workflow's time zone instead of UTC",
  },
];

/** `output`: parameter for the field that receives the file; its position is the same as in the node's other operations. */
export const eventProperties = (displayOptions: DisplayOptions, output: NodeProperty): readonly NodeProperty[] =>
  [
    textProperty('Event Title', 'title', 'Title of the event', { placeholder: 'e.g. New Event' }),
    {
      displayName: 'Start',
      name: 'start',
      type: 'dateTime' as const,
      default: '',
      required: true,
      description: 'Start of the event. The time is ignored for all-day events.',
    },
    {
      displayName: 'End',
      name: 'end',
      type: 'dateTime' as const,
      default: '',
      required: true,
      description: 'End of the event; defaults to its start. The time is ignored for all-day events.',
    },
    { displayName: 'All Day', name: 'allDay', type: 'boolean' as const, default: false, description: 'Whether it is an all-day event' },
    output,
    {
      displayName: 'Options',
      name: 'additionalFields',
      type: 'collection' as const,
      placeholder: 'Add Field',
      default: {},
      options: additional,
    },
  ].map((property) => ({ ...property, displayOptions }));

/** Returns a calendar file with the event that the parameters describe. */
export async function eventFile(ctx: ExecuteContext, index: number): Promise<BinaryEntry> {
  const more = ctx.param<Readonly<Record<string, unknown>>>('additionalFields', index, {});
  const content = calendarText(
    {
      title: textOf(ctx.param('title', index, '')),
      start: ctx.param('start', index),
      end: ctx.param('end', index),
      allDay: ctx.param('allDay', index, false),
      more,
    },
    { now: ctx.now(), timezone: ctx.timezone, uid: ctx.uuid() },
  );
  return ctx.binary.write(Buffer.from(content), { fileName: textOf(more['fileName']) || 'event.ics', mimeType: 'text/calendar' });
}
