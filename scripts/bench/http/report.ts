/** What a program that lists everything tells about it. */
export interface ListingReport {
  readonly rows: number;
  /** From the first request to the last record, in milliseconds. */
  readonly total: number;
  /** From the same beginning until the rows of the first page were there. */
  readonly firstRows: number;
  /** Processor time of the program in that time, in milliseconds. */
  readonly processor: number;
}

/** What a program that keeps everything tells about it. */
export interface MemoryReport {
  readonly rows: number;
  /** What they hold of the heap, and of all memory that is collected, in bytes. */
  readonly heap: number;
  readonly all: number;
}
