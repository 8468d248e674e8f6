export { memberReported } from './reports.events.ts';
export { reportRoutes } from './reports.routes.ts';
