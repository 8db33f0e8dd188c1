export { applicationRoleSql } from './application-role.ts';
export { listenForChanges, type ListenOptions } from './listen-for-changes.ts';
export { migrate, type MigrateError, type MigrationReport, migrationSql } from './migrate.ts';
export type { PostgresClient, PostgresPool } from './postgres-pool.ts';
export { createPostgresTaskStore, type PostgresTaskStoreOptions } from './postgres-task-store.ts';
