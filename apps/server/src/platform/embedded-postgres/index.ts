export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  findRunningEmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded-postgres.ts';
