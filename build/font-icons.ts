// Names of icons that packages use from an icon font (`fa:key`) and from n8n's own set (`node:ai-agent`), and the drawings of Lucide that stand for them.

/** Names that both have are written once. */
const names = [
  'archive award ban bath bed bell bike book bookmark bot box boxes brain briefcase bug building calculator calendar camera check circle',
  'clipboard clock cloud code coffee compass copy crop crosshair database download eraser eye file flag flame folder',
  'folder-open gauge gem gift globe hammer hand hash headphones heart hourglass image images inbox infinity info key keyboard laptop leaf',
  'library lightbulb link list lock mail map megaphone mic moon newspaper palette paperclip pause percent phone play plug plus power printer',
  'puzzle radio receipt recycle rocket rss save scale school search send server settings shield ship star store sun table tag tags terminal',
  'thermometer ticket trash trophy truck tv umbrella unlink unlock upload user users video wallet warehouse wifi wind wrench x',
].flatMap((line) => line.split(' '));

/** The name in the font, and Lucide's. */
const otherIcons = `
address-book book-user | address-card contact | align-left text-align-start | angle-double-right chevrons-right | arrow-down arrow-down | arrow-left arrow-left
arrow-right arrow-right | arrow-up arrow-up | at at-sign | balance-scale scale | barcode barcode | bars menu | bolt zap | broadcast-tower radio-tower
bullhorn megaphone | bullseye target | calendar-alt calendar-days | calendar-check calendar-check | calendar-day calendar-1 | chart-area chart-area | chart-bar chart-column
chart-line chart-line | chart-pie chart-pie | check-circle circle-check | check-double check-check | check-square square-check | clipboard-list clipboard-list
clone copy | cloud-download-alt cloud-download | cloud-upload-alt cloud-upload | code-branch git-branch | cog settings | cogs settings | columns columns-3
comment message-circle | comment-alt message-square | comment-dots message-circle-more | comments messages-square | compress minimize | credit-card credit-card
cube box | cubes boxes | cut scissors | dollar-sign dollar-sign | edit square-pen | ellipsis-h ellipsis | envelope mail | envelope-open mail-open | euro-sign euro
exchange-alt arrow-left-right | exclamation-circle circle-exclamation-point | exclamation-triangle triangle-exclamation-point | expand maximize | external-link-alt external-link
file-alt file-text | file-archive file-archive | file-audio file-music | file-code file-code | file-csv file-spreadsheet | file-download file-down | file-excel file-spreadsheet
file-export file-output | file-image file-image | file-import file-input | file-invoice receipt | file-pdf file-text | file-upload file-up | file-video file-play
file-word file-text | film film | filter funnel | fingerprint fingerprint-pattern | fire flame | flask flask-conical | font type | gavel gavel | globe-americas earth | graduation-cap graduation-cap
handshake handshake | hashtag hash | hdd hard-drive | headset headset | home house | hospital hospital | hourglass-half hourglass | id-badge id-card | id-card id-card | industry factory
info-circle info | language languages | layer-group layers | life-ring life-buoy | list-alt list | list-ol list-ordered | list-ul list | location-arrow navigation
magic wand-sparkles | map-marker map-pin | map-marker-alt map-pin | map-pin map-pin | memory memory-stick | microchip cpu | microphone mic | minus minus | mobile smartphone
mobile-alt smartphone | money-bill banknote | mouse-pointer mouse-pointer | network-wired network | object-group group | paint-brush paintbrush | paper-plane send
paste clipboard-paste | pen pen | pencil-alt pencil | phone-alt phone | plane plane | play-circle circle-play | plus-circle circle-plus | podcast mic-signal | poll chart-column
print printer | project-diagram workflow | puzzle-piece puzzle | qrcode qr-code | question circle-question-mark | question-circle circle-question-mark | quote-left quote
random shuffle | redo redo | reply reply | retweet repeat | robot bot | satellite satellite | satellite-dish satellite-dish | screwdriver wrench | share-alt share-2 | shield-alt shield
shopping-bag shopping-bag | shopping-basket shopping-basket | shopping-cart shopping-cart | sign-in-alt log-in | sign-out-alt log-out | signal signal | sitemap network
sliders-h sliders-horizontal | sms message-square-text | sort arrow-up-down | square square | sticky-note sticky-note | stop square | stopwatch timer | stream list-tree
sync refresh-cw | sync-alt refresh-cw | tachometer-alt gauge | tasks list-checks | th grid-3x3 | th-large layout-grid | thumbs-up thumbs-up | thumbtack pin
ticket-alt ticket | times x | times-circle circle-x | toggle-on toggle-right | toolbox toolbox | tools wrench | tree tree-pine | undo undo | unlock lock-open | copyright circle-letter-c | history rotate-ccw-clock | music eighth-notes | train tram-front | university landmark
user-circle circle-user | user-friends users | user-plus user-plus | user-shield shield-user | video-camera video | volume-up volume-2 | vial test-tube | weight-hanging weight
`;

/** Names of n8n's set that none of our nodes has, and Lucide's. */
const ofNodes = `
ai-agent bot | ai-transform wand-sparkles | basic-llm-chain link-2 | calculator calculator | call-n8n-sub-workflow-tool workflow | character-text-splitter scissors
chat-memory-manager rotate-ccw-clock | chat-trigger messages-square | contextual-compression-retriever funnel | data-table table | default-data-loader file-text | edit-image image
ftp server | guardrails shield-check | information-extractor file-search | item-list-output-parser list | model-selector signpost | multiquery-retriever git-fork
n8n workflow | n8n-trigger zap | question-and-answer-chain message-circle-question-mark | recursive-character-text-splitter scissors | send-mail mail | sentiment-analysis thumbs-up
simple-memory memory-stick | simple-vector-store database | ssh terminal | structured-output-parser braces | summarization-chain text-quote | text-classifier tags
think-tool lightbulb | token-splitter scissors | track-time-saved timer | vector-store-question-answer-tool message-circle-question-mark | vector-store-retriever search
workflow-retriever search
`;

type Pairs = readonly (readonly [name: string, lucide: string])[];

const pairsOf = (text: string): Pairs =>
  text.split(/[|\n]/).flatMap((pair): Pairs => {
    const [name, lucide] = pair.trim().split(' ');
    return name === undefined || lucide === undefined ? [] : [[name, lucide]];
  });

const sorted = (pairs: Pairs): Pairs => [...new Map(pairs)].sort(([one], [other]) => (one < other ? -1 : 1));

/** Returns pairs: the name in the font, and Lucide's. */
export const fontIcons = (): Pairs => sorted([...names.map((name) => [name, name] as const), ...pairsOf(otherIcons)]);

/** Returns pairs: the name in n8n's set, and Lucide's. */
export const nodeIcons = (): Pairs => sorted(pairsOf(ofNodes));
