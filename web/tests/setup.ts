// Modules that ask the server as soon as they are loaded find none.
globalThis.fetch = () => Promise.reject(new TypeError('tests have no server'));
