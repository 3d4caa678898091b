// The floors of the engine and their rooms, from the bottom to the top: for the import rules and the picture of the architecture.
module.exports = {
  floors: [
    { name: 'language', what: 'isomorphic: no Node, no DOM, no I/O', rooms: ['contract', 'expression', 'workflow'] },
    { name: 'craft', what: 'everything that a node author writes', rooms: ['sdk', 'nodes', 'credentials'] },
    {
      name: 'machinery',
      what: 'everything that runs workflows and stores them',
      rooms: [
        'channel',
        'store',
        'vault',
        'binary',
        'files',
        'parsing',
        'sandbox',
        'packages',
        'registry',
        'execution',
        'triggers',
        'webhooks',
        'push',
        'watchdog',
      ],
    },
    { name: 'use cases', what: 'what the program can do, without HTTP', rooms: ['services'] },
    { name: 'entries', what: 'ways in', rooms: ['http', 'cli', 'gateway', 'settings'] },
  ],
};
