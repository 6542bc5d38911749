/** The key of every test server, so that each of them can read a copy of another one's database. */
export const TEST_SECRET_KEY = Buffer.alloc(32, 'test').toString('base64');
