import Testing

@testable import CellistRecords

/// Addresses of mail and of telephones.
@Suite struct ContactAddressTests {
  @Test(arguments: [
    ("ada@example.org", "ada@example.org"), ("mailto:ada@example.org", "ada@example.org"),
    ("a.b+c@mail.example.org", "a.b+c@mail.example.org"), ("é@bücher.example", "é@bücher.example"),
    ("ada (at) example.org", nil), ("ada@localhost", nil), ("@example.org", nil), ("a@b@example.org", nil),
    ("a@example.org, b@example.org", nil), ("a@example.org?subject=x", nil), ("<a@example.org>", nil),
  ])
  func `an address of mail has a name and a host`(text: String, address: String?) {
    #expect(ContactAddress.email(text) == address)
  }

  @Test(arguments: [
    ("+44 20 7946 0958", "+442079460958"), ("+44 (0)20 7946-0958", "+442079460958"), ("(030) 123/45.6", "030123456"),
    ("112", "112"), ("030 1234 ext. 56", "0301234;ext=56"), ("030 1234 x56", "0301234;ext=56"), ("1", nil),
    ("call me", nil), ("", nil), ("030 1234 or 5678", nil), ("030 1234 x", nil), ("12+34", nil), ("0800 FLOWERS", nil),
  ])
  func `a number is dialled by its digits`(text: String, digits: String?) {
    #expect(ContactAddress.dialled(text) == digits)
  }
}
