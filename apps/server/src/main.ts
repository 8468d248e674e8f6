import cluster from 'node:cluster';
import { speedUpModuleLoading } from './platform/module-loading.ts';

speedUpModuleLoading();

// Imported dynamically, because a static import would be loaded before the line above runs. A primary process needs
// little of the server.
if (cluster.isWorker || !(await (await import('./serve-cluster.ts')).serveCluster())) {
  const { serve } = await import('./serve.ts');
  // The channel to the primary process would keep a worker alive that could not start.
  if ((await serve()) === undefined) cluster.worker?.disconnect();
}
