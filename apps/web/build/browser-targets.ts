/** Oldest supported versions: see "Supported browsers" in the README. */
export const oldestBrowsers = {
  chrome: 111,
  edge: 111,
  firefox: 114,
  safari: 16.4,
  safari_ios: 16.4,
  samsunginternet_android: 22,
} as const;

const { chrome, edge, firefox, safari } = oldestBrowsers;

/** Targets of the build, which lowers syntax and style sheets. Samsung Internet 22 is based on Chrome 111. */
export const buildTarget = [`chrome${chrome}`, `edge${edge}`, `firefox${firefox}`, `safari${safari}`, `ios${safari}`];
