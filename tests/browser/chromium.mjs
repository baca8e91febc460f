// Unpack the browser that the package carries, with the libraries it needs, and print where it is.

import chromium from '@sparticuz/chromium';

console.log(await chromium.executablePath());
