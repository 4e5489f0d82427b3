/**
 * Stands in for the native module @vscode/spdlog inside the installed VS Code: the calls VS Code makes, appending to
 * the log file without rotation. Without it every log channel prints a stack and no log file is written.
 *
 * Each export has its own `exports.name =` line, because VS Code imports this file as an ES module and Node finds
 * the names of a CommonJS module only in that form.
 */
'use strict';
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

/** spdlog's own order; a level is an index into it. */
const LEVELS = ['trace', 'debug', 'info', 'warning', 'error', 'critical', 'off'];

class Logger {
  #file;
  #level = LEVELS.indexOf('info');
  #raw = false;

  constructor(name, file) {
    this.name = name;
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
  }

  #write(level, message) {
    if (level < this.#level) return;
    const line = this.#raw ? message : `${new Date().toISOString()} [${LEVELS[level]}] ${message}\n`;
    try {
      appendFileSync(this.#file, line);
    } catch {
      // the log folder is gone at shutdown; a lost log line must not stop the editor
    }
  }

  trace(message) { this.#write(0, message); }
  debug(message) { this.#write(1, message); }
  info(message) { this.#write(2, message); }
  warn(message) { this.#write(3, message); }
  error(message) { this.#write(4, message); }
  critical(message) { this.#write(5, message); }
  getLevel() { return this.#level; }
  setLevel(level) { this.#level = level; }
  /** VS Code asks for this when it formats the lines itself. */
  clearFormatters() { this.#raw = true; }
  setPattern() {}
  flush() {}
  drop() {}
}

exports.version = 0;
exports.Logger = Logger;
exports.setLevel = () => undefined;
exports.setFlushOn = () => undefined;
exports.shutdown = () => undefined;
exports.createRotatingLogger = async (name, file) => new Logger(name, file);
exports.createAsyncRotatingLogger = async (name, file) => new Logger(name, file);
