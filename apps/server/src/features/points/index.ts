export { keepPoints } from './points.ledger.ts';
