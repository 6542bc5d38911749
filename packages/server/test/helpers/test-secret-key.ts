/** All test servers share it, to read copies of others' databases. */
export const TEST_SECRET_KEY = Buffer.alloc(32, 'test').toString('base64');
