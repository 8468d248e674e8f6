import type { Config } from '@react-router/dev/config';
import { finishBuild } from './build/finish-build.ts';

export default {
  appDirectory: 'app',
  buildDirectory: 'dist',
  ssr: true,
  // The complete list of routes is part of each page, so that navigation works offline and links can be preloaded.
  routeDiscovery: { mode: 'initial' },
  // A screen and its loader share modules. In separate files, one would wait for the other.
  splitRouteModules: false,
  buildEnd: () => finishBuild(import.meta.dirname),
} satisfies Config;
