import Testing

@testable import CellistBase

@Suite struct DigestTests {
  /// Of FIPS 180-4 and RFC 1321.
  @Test func `digests are those of other programs`() {
    #expect(
      FileDigest([]).hexadecimal == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      FileDigest("abc".utf8).hexadecimal == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      FileDigest(repeatElement(UInt8(ascii: "a"), count: 1_000_000)).hexadecimal
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    #expect(FileDigest.md5([]) == "d41d8cd98f00b204e9800998ecf8427e")
    #expect(FileDigest.md5(Array("message digest".utf8)) == "f96b697d7cb7938d525a2f31aaf161d0")
  }

  @Test func `short digests are the beginning of those`() {
    let abc = Digest("abc")
    #expect(abc.hexadecimal == "eacf018fbf1678ba")
    #expect(Digest.sha256(Array("abc".utf8), count: 6) == "ba7816bf8f01")
    #expect(abc.isFirstHalf(ofSHA256: FileDigest("abc".utf8).hexadecimal))
    #expect(!abc.isFirstHalf(ofSHA256: FileDigest("abd".utf8).hexadecimal))
    #expect(!abc.isFirstHalf(ofSHA256: "ba7816bf"))
    // In pieces as in one.
    #expect(Digest(Array("ab".utf8)[...], and: "c") == abc && Digest([], and: "abc") == abc)
  }

  @Test func `digests are read as they are written`() {
    for text in ["", "abc", "é"] {
      let digest = FileDigest(text.utf8)
      #expect(FileDigest(hexadecimal: digest.hexadecimal) == digest)
    }
    let upper = FileDigest("abc".utf8).hexadecimal.uppercased()
    for text in ["", "ba78", upper, String(repeating: "g", count: 64)] { #expect(FileDigest(hexadecimal: text) == nil) }
  }
}
