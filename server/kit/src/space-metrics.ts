import { Counter, Gauge, type Registry } from '@prometheus-io/client';

/** Room for files and for connections, and what found none. */
export function createSpaceMetrics(registers: Registry[]) {
  return {
    notWritten: new Counter({
      name: 'bonisa_not_written_total',
      help: 'Files that could not be written, by kind and reason',
      labelNames: ['what', 'reason'],
      registers,
    }),
    filmsStuck: new Gauge({
      name: 'bonisa_films_stuck',
      help: 'Films that are not packaged: failed, or no_room on a disk',
      labelNames: ['why'],
      registers,
    }),
    fileStoreUp: new Gauge({
      name: 'bonisa_file_store_up',
      help: '1: the file store answers; 0: media, pictures and uploads are away',
      registers,
    }),
    databaseConnectionsLeft: new Gauge({
      name: 'bonisa_database_connections_left',
      help: 'How many more clients the PostgreSQL server takes, of anybody',
      labelNames: ['server'],
      registers,
    }),
    fileStoreFull: new Gauge({
      name: 'bonisa_file_store_full',
      help: '1: the file store takes no more files, and what is read from it goes on',
      registers,
    }),
    diskFree: new Gauge({
      name: 'bonisa_disk_free_bytes',
      help: 'Free space on the disk of DATA_DIR',
      registers,
    }),
  };
}
