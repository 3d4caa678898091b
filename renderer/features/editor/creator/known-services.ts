// Services that well-known packages of nodes reach, by the names of their nodes, so that a search finds packages that are not installed.

const base = `Action Network, ActiveCampaign, Acuity Scheduling, Adalo, Affinity, Agile CRM, Airtable, Airtop, AMQP, Apify, APITemplate.io, Asana,
Automizy, Autopilot, AWS Lambda, AWS S3, AWS SES, AWS SNS, AWS SQS, AWS DynamoDB, AWS Comprehend, AWS Rekognition, AWS Textract, AWS Transcribe,
Azure Cosmos DB, Azure Storage, BambooHR, Bannerbear, Baserow, Beeminder, Bitbucket, Bitly, Bitwarden, Box, Brandfetch, Brevo, Bubble, Cal.com,
Calendly, Chargebee, CircleCI, Clearbit, ClickUp, Clockify, Cloudflare, Cockpit, Coda, CoinGecko, Contentful, ConvertKit, Copper, Cortex, CrateDB,
crowd.dev, Customer.io, DeepL, Demio, DHL, Discord, Discourse, Disqus, Drift, Dropbox, Dropcontact, E-goi, Elasticsearch, Emelia, ERPNext, Eventbrite,
Facebook Graph, Facebook Lead Ads, Figma, FileMaker, Flow, Form.io, Formstack, Freshdesk, Freshservice, Freshworks CRM, FTP, SFTP, GetResponse, Ghost,
Git, GitHub, GitLab, Gmail, Gong, Google Ads, Google Analytics, Google BigQuery, Google Books, Google Business Profile, Google Calendar, Google Chat,
Google Cloud Firestore, Google Cloud Natural Language, Google Cloud Storage, Google Contacts, Google Docs, Google Drive, Google Perspective,
Google Sheets, Google Slides, Google Tasks, Google Translate, Google Workspace Admin, Gotify, GoToWebinar, Grafana, Grist, Gumroad, Hacker News,
HaloPSA, Harvest, Help Scout, HighLevel, Home Assistant, HubSpot, Humantic AI, Hunter, IMAP, Intercom, Invoice Ninja, Iterable, Jenkins, Jina AI, Jira,
JotForm, Kafka, Keap, Kitemaker, KoboToolbox, LDAP, Lemlist, Line, Linear, LinkedIn, LingvaNex, LoneScale, Magento, Mailcheck, Mailchimp, MailerLite,
Mailgun, Mailjet, Mandrill, Marketstack, Matrix, Mattermost, Mautic, Medium, MessageBird, Metabase, Microsoft Dynamics CRM, Microsoft Entra ID,
Microsoft Excel 365, Microsoft Graph Security, Microsoft OneDrive, Microsoft Outlook, Microsoft SharePoint, Microsoft SQL, Microsoft Teams,
Microsoft To Do, Mindee, MISP, Mocean, Monday.com, MongoDB, Monica CRM, MQTT, MSG91, MySQL, NASA, Netlify, Netscaler ADC, Nextcloud, NocoDB, Notion,
npm, Odoo, Okta, OneSimpleAPI, Onfleet, OpenThesaurus, OpenWeatherMap, Oracle Database, Oura, Paddle, PagerDuty, PayPal, Peekalink, Perplexity, Phantombuster,
Philips Hue, Pipedrive, Plivo, PostBin, Postgres, PostHog, Postmark, ProfitWell, Pushbullet, Pushcut, Pushover, QuestDB, Quick Base, QuickBooks,
QuickChart, RabbitMQ, Raindrop, Reddit, Redis, Rocket.Chat, Rundeck, S3, Salesforce, Salesmate, SeaTable, SecurityScorecard, Segment, SendGrid, Sendy,
Sentry.io, ServiceNow, Shopify, SIGNL4, Slack, Snowflake, Splunk, Spontit, Spotify, Stackby, Storyblok, Strapi, Strava, Stripe, Supabase, SurveyMonkey,
SyncroMSP, Taiga, Tapfiliate, Telegram, TheHive, TimescaleDB, Todoist, Toggl, Travis CI, Trello, Twake, Twilio, Twist, Typeform, Unleashed Software, Uplead,
uProc, UptimeRobot, urlscan.io, Venafi, Vero, Vonage, Webex by Cisco, Webflow, Wekan, WhatsApp Business Cloud, Wise, WooCommerce, WordPress, Workable,
Wufoo, X (Twitter), Xero, Yourls, YouTube, Zammad, Zendesk, Zoho CRM, Zoom, Zulip`;

const agents = `AI Agent, Anthropic Claude, AWS Bedrock, Azure OpenAI, Basic LLM Chain, Cohere, DeepSeek, Embeddings, Google Gemini, Google Vertex, Groq, Hugging Face,
Information Extractor, MCP Client, MCP Server Trigger, Milvus, Mistral Cloud, Ollama, OpenAI, OpenRouter, PGVector, Pinecone, Qdrant, Question and Answer Chain,
Sentiment Analysis, Summarization Chain, Text Classifier, Vector Store, Weaviate, xAI Grok, Zep`;

interface KnownService {
  readonly packageName: string;
  readonly name: string;
}

const ofPackage = (packageName: string, names: string): readonly KnownService[] =>
  names.split(/,\s+/).map((name) => ({ packageName, name }));

const services: readonly KnownService[] = [...ofPackage('n8n-nodes-base', base), ...ofPackage('@n8n/n8n-nodes-langchain', agents)];

/** Minimum number of letters to search for a service. */
const FEWEST = 3;

const folded = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Returns the services whose names, or words of them, begin with a text, by package; those whose names begin with it come first. */
export function servicesNamed(query: string): ReadonlyMap<string, readonly string[]> {
  const typed = folded(query);
  const byName = new Map<string, string[]>();
  if (typed.length < FEWEST) return byName;
  const close = typed.replaceAll(' ', '');
  for (const { packageName, name } of services) {
    const foldedName = folded(name);
    if (!` ${foldedName}`.includes(` ${typed}`) && !foldedName.replaceAll(' ', '').startsWith(close)) continue;
    const names = byName.get(packageName);
    if (names === undefined) byName.set(packageName, [name]);
    else if (foldedName.startsWith(typed)) names.splice(names.findLastIndex((other) => folded(other).startsWith(typed)) + 1, 0, name);
    else names.push(name);
  }
  return byName;
}
